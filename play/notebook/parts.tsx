import { Cover } from '@estante/design/cover/cover.tsx'
import { BookIcon, HeadphonesIcon } from '@estante/design/icons/icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { langOf } from '../publication/publication.ts'
import type { AnnotatedPublication } from './notebook.ts'
import { text } from './text.ts'

/** The heading of a title's annotations. */
export function TitleHead({ publication, href }: { publication: AnnotatedPublication; href: string }) {
  const { title, author, cover, type, isAvailable } = publication
  const lang = langOf(publication)
  return (
    <a class="notebook__head line" href={href}>
      <span class="notebook__cover">
        <Cover cover={cover} sizes="3.5rem" />
      </span>
      <span class="notebook__text stack">
        <span class="notebook__book clamped" lang={lang}>
          {title}
        </span>
        <span class="notebook__author note line">
          {type === 'audiobook' ? <HeadphonesIcon /> : <BookIcon />}
          <span class="clamped" lang={lang}>
            {author}
          </span>
          {!isAvailable && ` · ${text.gone}`}
        </span>
      </span>
    </a>
  )
}

export function NotebookSkeleton() {
  return (
    <div class="stack gap-3" role="status">
      <span class="visually-hidden">{text.loading}</span>
      {[1, 2, 3].map((index) => (
        <Skeleton key={index} width="100%" height="7rem" />
      ))}
    </div>
  )
}
