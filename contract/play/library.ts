import { IdPath, orNull } from '../fields.ts'
import { route } from '../route.ts'
import { Type } from '../schema.ts'
import { PublicationCard } from './publications.ts'

const Library = Type.Object({
  /** Saved, started or finished by this member; the most recently touched first. */
  items: Type.Array(PublicationCard),
})

/** Saved, in progress and finished. */
export const getLibrary = route('GET', '/play/v1/library', {
  access: 'member',
  answer: Library,
})

/** Idempotent. */
export const savePublication = route('PUT', '/play/v1/library/:id', {
  access: 'member',
  params: IdPath,
  status: 204,
})

/** Preserves the progress. Idempotent. */
export const unsavePublication = route('DELETE', '/play/v1/library/:id', {
  access: 'member',
  params: IdPath,
  status: 204,
})

/** Counts a work that was begun as finished, in both its forms, until the member goes on in it. Idempotent. */
export const finishWork = route('PUT', '/play/v1/library/:id/finished', {
  access: 'member',
  params: IdPath,
  status: 204,
})

/** Counts it as in progress again, at its place. Idempotent. */
export const unfinishWork = route('DELETE', '/play/v1/library/:id/finished', {
  access: 'member',
  params: IdPath,
  status: 204,
})

/** Sets the speed on all devices of the member; the last write wins. Idempotent. */
export const setSpeed = route('PUT', '/play/v1/library/:id/speed', {
  access: 'member',
  params: IdPath,
  body: Type.Object({
    /** Null: the member's usual speed. */
    speed: orNull(Type.Number({ minimum: 0.5, maximum: 3 })),
  }),
  status: 204,
})
