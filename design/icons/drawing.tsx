import './icons.css'

/** Icon on a 24-pixel grid, in the colour and size of the surrounding text. Never the only label. */
export type Icon = () => ReturnType<typeof Drawing>

export function outlineIcon(...paths: string[]): Icon {
  return () => <Drawing paths={paths} look="icon" />
}

export function filledIcon(...paths: string[]): Icon {
  return () => <Drawing paths={paths} look="icon icon--filled" />
}

function Drawing({ paths, look }: { paths: string[]; look: string }) {
  return (
    <svg class={look} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
