import fastJsonStringify, { type Schema } from 'fast-json-stringify'

type Write = (value: unknown) => string

const built = new WeakMap<object, Write>()

/**
 * How Fastify writes an answer by its schema: built when the first one is written and kept for the life of the process.
 * Building those of every route takes longer than all the rest of a start.
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
