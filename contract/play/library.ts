import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { storableText } from '../text.ts'
import { PublicationCard } from './publications.ts'

const Library = Type.Object({
  /** Saved, started or finished by this member; the most recently touched first. */
  items: Type.Array(PublicationCard),
})

const SavedPath = Type.Object({ id: storableText({ maxLength: 64 }) })

export const getLibrary = route({
  method: 'GET',
  path: '/play/v1/library',
  access: 'member',
  operationId: 'getLibrary',
  summary: "The member's library",
  description: 'Saved, in progress and finished.',
  success: { status: 200, description: 'The library.', schema: Library },
  errors: ['INVALID_ACCESS_TOKEN'],
})

export const savePublication = route({
  method: 'PUT',
  path: '/play/v1/library/:id',
  access: 'member',
  operationId: 'savePublication',
  summary: 'Keep a title in the library',
  description: 'Idempotent.',
  params: SavedPath,
  success: { status: 204, description: 'Kept.' },
  errors: ['INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND'],
})

export const unsavePublication = route({
  method: 'DELETE',
  path: '/play/v1/library/:id',
  access: 'member',
  operationId: 'unsavePublication',
  summary: 'Take a title out of the library',
  description: 'Progress is kept. Idempotent.',
  params: SavedPath,
  success: { status: 204, description: 'Taken out.' },
  errors: ['INVALID_ACCESS_TOKEN'],
})

export const setSpeed = route({
  method: 'PUT',
  path: '/play/v1/library/:id/speed',
  access: 'member',
  operationId: 'setSpeed',
  summary: 'Remember how fast the member hears a title',
  description: 'On every device of theirs; the last one that is sent stays. Idempotent.',
  params: SavedPath,
  body: Type.Object({
    /** Null: as fast as they hear others. */
    speed: Type.Union([Type.Number({ minimum: 0.5, maximum: 3 }), Type.Null()]),
  }),
  success: { status: 204, description: 'Remembered.' },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND'],
})
