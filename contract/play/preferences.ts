import type { Static } from 'typebox'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'

/** The limit of a member's stored preferences. */
export const PREFERENCES_MAX_BYTES = 16_384

/** Unknown fields, of a newer version, are stored and returned. */
const OPEN = { patternProperties: { '^[a-zA-Z][a-zA-Z0-9-]{0,63}$': {} } }
const Choice = storableText({ maxLength: 64 })

/** A member's preferences. Pages use their default for missing or unknown values. */
export const Preferences = Type.Object(
  {
    /** The look of pages: values of the reader, such as `theme: "sepia"`. */
    appearance: Type.Optional(
      Type.Object(
        {
          /** Percent of the book's own size. */
          size: Type.Optional(Type.Number({ minimum: 25, maximum: 500 })),
          family: Type.Optional(Choice),
          lineHeight: Type.Optional(Choice),
          margins: Type.Optional(Choice),
          align: Type.Optional(Choice),
          theme: Type.Optional(Choice),
          flow: Type.Optional(Choice),
          spacing: Type.Optional(Choice),
          /** Spaces in percent of the font size, which override `lineHeight` and `spacing`. */
          lineSpacing: Type.Optional(Type.Number({ minimum: 50, maximum: 500 })),
          paragraphSpacing: Type.Optional(Type.Number({ minimum: 0, maximum: 1000 })),
          wordSpacing: Type.Optional(Type.Number({ minimum: 0, maximum: 200 })),
          letterSpacing: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
        },
        OPEN,
      ),
    ),
    listening: Type.Optional(
      Type.Object(
        {
          /** Speed of titles without their own. */
          speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 3 })),
          /** Seconds. */
          skipBack: Type.Optional(Type.Integer({ minimum: 1, maximum: 600 })),
          skipForward: Type.Optional(Type.Integer({ minimum: 1, maximum: 600 })),
          /** Whether long pauses are skipped. */
          skipsSilences: Type.Optional(Type.Boolean()),
          /** Whether recordings are played at one loudness. */
          levels: Type.Optional(Type.Boolean()),
          /** Whether voices are made louder and clearer, where the engine allows it. */
          boostsVoice: Type.Optional(Type.Boolean()),
          /** Whether the next title starts by itself after an audiobook. */
          startsNext: Type.Optional(Type.Boolean()),
        },
        OPEN,
      ),
    ),
    /** The voice that reads an e-book: its narration, or one of the engine's. */
    voice: Type.Optional(
      Type.Object(
        {
          speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 3 })),
          /** Whether notes and page numbers are skipped. */
          skips: Type.Optional(Type.Boolean()),
        },
        OPEN,
      ),
    ),
    /** Whether single-character keys are on (WCAG 2.1.4). */
    letterKeys: Type.Optional(Type.Boolean()),
    /** Letters a minute of the last pages read, earliest first. */
    pace: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 100_000 }), { maxItems: 60 })),
  },
  OPEN,
)
export type Preferences = Static<typeof Preferences>

export const StoredPreferences = Type.Object({
  preferences: Preferences,
  /** Incremented by each change; 0 before the first. */
  revision: Type.Integer(),
})
export type StoredPreferences = Static<typeof StoredPreferences>

/** The same on every device. */
export const getPreferences = route('GET', '/play/v1/preferences', {
  access: 'member',
  answer: StoredPreferences,
})

/**
 * A JSON Merge Patch (RFC 7396): omitted fields stay, null removes one. Idempotent. Rejected when another device
 * changed them since `basedOn`: the page applies the member’s choice to the returned preferences and retries.
 */
export const changePreferences = route('PUT', '/play/v1/preferences', {
  access: 'member',
  body: Type.Object({
    /** The `revision` that the change is based on. */
    basedOn: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    changes: Type.Object({}, OPEN),
  }),
  answer: Type.Object({ ...StoredPreferences.properties, isAccepted: Type.Boolean() }),
})
