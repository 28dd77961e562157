import type { Annotation } from '@estante/contract/play/annotations.ts'
import { computed, signal } from '@preact/signals'
import { destinationOf } from '../../annotations/destination-of.ts'
import { toStorable } from '../../annotations/note.ts'
import { annotationsOf } from '../../annotations/page-annotations.ts'
import type { Destination } from '../../places/destination.ts'
import type { BookMap } from '../book-map.ts'
import type { Mark } from '../navigator/chapter-marks.ts'
import type { Passage } from '../navigator/passage.ts'
import type { OpenBook } from '../open-book.ts'

const MAX_QUOTE_CHARACTERS = 4000

type Place = Pick<Annotation, 'isLost' | 'locator' | 'start' | 'end' | 'publicationRevision'>

/** Manages the member's annotations in the book on the screen, and their places in it. */
export function createBookAnnotations(publicationId: string, { publication, map, position, navigator }: OpenBook) {
  const annotations = annotationsOf(publicationId)
  const isLoaded = signal(false)
  /** The places of annotations in the revision of the text on the screen, by id. */
  const places = new Map<string, Place>()
  const placed = computed(() => annotations.items.value.map(inText))
  const items = computed(() => inBookOrder(map.value, placed.value))

  /**
   * Returns an annotation with its place in the text on the screen. The text stays of its revision when the title is
   * imported again, and the list moves annotations to the latest one.
   */
  function inText(annotation: Annotation): Annotation {
    const { id, isLost, locator, start, end, publicationRevision } = annotation
    const isCurrent = publicationRevision === publication.value?.revision
    // The list moves all that it can: any earlier one in it is of a title whose text is not indexed.
    const isEarlier = publicationRevision < (publication.value?.revision ?? 0)
    const isPlace = isCurrent || (isEarlier && isLoaded.value)
    // An annotation that there was no time to search for has revision 0.
    if (isPlace && !(isLost && places.has(id))) places.set(id, { isLost, locator, start, end, publicationRevision })
    return { ...annotation, ...(places.get(id) ?? { isLost: true }) }
  }

  async function load() {
    if (await annotations.load()) isLoaded.value = true
  }

  function chapterOf({ locator }: Annotation) {
    return map.value?.chapterOf(locator.href)
  }

  /** Whether an annotation is drawn in a chapter. */
  function isDrawn(annotation: Annotation, chapter: number) {
    return annotation.color !== null && !annotation.isLost && chapterOf(annotation) === chapter
  }

  function find(annotationId: string | undefined) {
    return placed.peek().find((one) => one.id === annotationId)
  }

  return {
    ...annotations,
    items,
    load,
    chapterOf,
    find,
    /** Finds the highlight of exactly a passage. */
    findSame: ({ chapter, start, end }: Passage) =>
      placed.peek().findLast((one) => isDrawn(one, chapter) && one.start === start && one.end === end),
    /** Returns a destination in the text on the screen: one of an earlier revision is looked up in the list. */
    async destinationInText(destination: Destination): Promise<Destination> {
      const { annotation, locator } = destination
      if (!annotation || annotation.publicationRevision === publication.value?.revision) return destination
      await load()
      const now = find(annotation.id)
      return now && !now.isLost ? destinationOf('ebook', now) : { locator }
    },
    /** The bookmarks of the visible page, or of both pages of a spread. */
    bookmarks: computed(() => {
      const { chapter, facing } = position.value ?? {}
      return items.value.filter((one) => {
        const its = one.motivation === 'bookmarking' && !one.isLost ? chapterOf(one) : undefined
        if (its === undefined || (its !== chapter && its !== facing)) return false
        return navigator()?.isVisible(its, one.start)
      })
    }),
    /** The highlights of the visible page, or of both pages of a spread. */
    highlights: computed(() => {
      const { chapter, facing } = position.value ?? {}
      return [...new Set([chapter, facing])].flatMap((its) => {
        if (its === undefined) return []
        const drawn = items.value.filter((one) => isDrawn(one, its))
        return navigator()?.onPage(its, drawn) ?? []
      })
    }),
    /** The marks that are drawn in a chapter, oldest first. */
    inChapter: (chapter: number): Mark[] =>
      placed
        .peek()
        .filter((one) => isDrawn(one, chapter))
        .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
        .map(({ id, start, end, color, note }) => ({ id, start, end, color: color!, hasNote: note !== null })),
    make(passage: Passage, look: Pick<Annotation, 'motivation' | 'color'>): Annotation | undefined {
      if (!map.value) return undefined
      const { chapter, progression, start, end, before, highlight, after } = passage
      const title = position.value?.chapter === chapter ? position.value.title : undefined
      const id = annotations.make({
        ...look,
        note: null,
        locator: {
          ...map.value.locator(chapter, progression, title),
          text: {
            before: toStorable(before),
            highlight: toStorable(highlight, MAX_QUOTE_CHARACTERS),
            after: toStorable(after),
          },
        },
        start,
        end,
        publicationRevision: publication.value?.revision ?? 1,
      })
      return find(id)
    },
  }
}

/** Sorts annotations by place; annotations of removed chapters come last. */
function inBookOrder(map: BookMap | undefined, annotations: readonly Annotation[]): Annotation[] {
  const chapters = new Map(
    annotations.map((one) => [one.id, map?.chapterOf(one.locator.href) ?? Number.MAX_SAFE_INTEGER]),
  )
  return [...annotations].sort(
    (one, other) => chapters.get(one.id)! - chapters.get(other.id)! || one.start - other.start || one.end - other.end,
  )
}
