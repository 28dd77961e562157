import { Cover, type CoverPicture } from '../cover/cover.tsx'
import './pile.css'

/** Up to three covers, one behind the other; an empty frame without any. */
export function Pile({ covers }: { covers: readonly CoverPicture[] }) {
  return (
    <span class="pile">
      {covers.slice(0, 3).map((cover, index) => (
        <span key={index} class="pile__cover">
          <Cover cover={cover} sizes="3.5rem" />
        </span>
      ))}
    </span>
  )
}
