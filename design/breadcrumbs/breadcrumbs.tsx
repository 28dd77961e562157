import './breadcrumbs.css'

interface BreadcrumbsProps {
  label: string
  steps: readonly { href: string; name: string }[]
  /** Undefined while it is loading. */
  here: string | undefined
}

/** Breadcrumb trail from the top list: links, and finally the current screen. */
export function Breadcrumbs({ label, steps, here }: BreadcrumbsProps) {
  return (
    <nav aria-label={label}>
      <ol class="breadcrumbs__steps note">
        {steps.map(({ href, name }) => (
          <li key={href} class="breadcrumbs__step line">
            <a class="breadcrumbs__link" href={href}>
              {name}
            </a>
          </li>
        ))}
        {here !== undefined && (
          <li class="breadcrumbs__step line">
            <span class="one-line" aria-current="page">
              {here}
            </span>
          </li>
        )}
      </ol>
    </nav>
  )
}
