import { IdPath } from '../fields.ts'
import { Locator } from '../locator.ts'
import { PublicationType } from '../partner/catalog.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

const OtherPlace = Type.Object({ id: Type.String(), type: PublicationType, locator: Locator })

/**
 * Send `href` and `letter` of an e-book, or `timeMs` of an audiobook. Returns the nearest fraction of the corresponding
 * chapter. PUBLICATION_NOT_FOUND also when the partner does not have the other form, its chapters were not measured, or
 * the e-book goes on after the audiobook has ended.
 */
export const findOtherPlace = route('GET', '/play/v1/publications/:id/other-form', {
  access: 'member',
  params: IdPath,
  query: Type.Object({
    href: Type.Optional(storableText({ maxLength: 1024 })),
    /** Letters of the chapter before the place. */
    letter: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    timeMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000_000 })),
  }),
  answer: OtherPlace,
})
