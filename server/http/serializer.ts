import fastJsonStringify, { type Schema } from 'fast-json-stringify'

type Write = (value: unknown) => string

const built = new WeakMap<object, Write>()

/**
 * Compiles the serializer of a schema at its first answer, and caches it for the life of the process: compiling all of
 * them takes longer than the rest of a start.
 */
export function serializerOf({ schema }: { schema: unknown }): Write {
  return (value) => {
    let write = built.get(schema as object)
    if (!write) {
      write = fastJsonStringify(schema as Schema)
      built.set(schema as object, write)
    }
    return write(value)
  }
}
