import type { Static } from 'typebox'
import { Type } from './schema.ts'

/**
 * A place in a publication, in Readium's format: https://readium.org/architecture/models/locators/. Audiobooks use
 * `locations.time` (seconds from the start of the resource), e-books `locations.progression` and `position`.
 */
export const Locator = Type.Object({
  href: Type.String({ minLength: 1, maxLength: 1024 }),
  type: Type.Optional(Type.String({ maxLength: 128 })),
  title: Type.Optional(Type.String({ maxLength: 512 })),
  locations: Type.Object({
    /** Part of the resource before this place, 0 to 1. */
    progression: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    /** Part of the publication before this place, 0 to 1. */
    totalProgression: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    /** Counted from 1 over the whole publication. */
    position: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Seconds, for audio. */
    time: Type.Optional(Type.Number({ minimum: 0 })),
    cssSelector: Type.Optional(Type.String({ maxLength: 1024 })),
    fragments: Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 4 })),
  }),
  text: Type.Optional(
    Type.Object({
      before: Type.Optional(Type.String({ maxLength: 512 })),
      highlight: Type.Optional(Type.String({ maxLength: 512 })),
      after: Type.Optional(Type.String({ maxLength: 512 })),
    }),
  ),
})
export type Locator = Static<typeof Locator>
