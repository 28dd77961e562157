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
  summary: 'Save a title to the library',
  description: 'Idempotent.',
  params: SavedPath,
  success: { status: 204, description: 'Saved.' },
  errors: ['INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND'],
})

export const unsavePublication = route({
  method: 'DELETE',
  path: '/play/v1/library/:id',
  access: 'member',
  operationId: 'unsavePublication',
  summary: 'Remove a title from the library',
  description: 'Preserves the progress. Idempotent.',
  params: SavedPath,
  success: { status: 204, description: 'Removed.' },
  errors: ['INVALID_ACCESS_TOKEN'],
})

export const setSpeed = route({
  method: 'PUT',
  path: '/play/v1/library/:id/speed',
  access: 'member',
  operationId: 'setSpeed',
  summary: 'Set the speed of a title',
  description: 'On all devices of the member; the last write wins. Idempotent.',
  params: SavedPath,
  body: Type.Object({
    /** Null: the member's usual speed. */
    speed: Type.Union([Type.Number({ minimum: 0.5, maximum: 3 }), Type.Null()]),
  }),
  success: { status: 204, description: 'Stored.' },
  errors: ['VALIDATION', 'INVALID_ACCESS_TOKEN', 'PUBLICATION_NOT_FOUND'],
})
