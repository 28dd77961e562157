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
      write = fastJsonStringify(withoutPlainUnions(schema) as Schema)
      built.set(schema as object, write)
    }
    return write(value)
  }
}

/**
 * Rewrites unions of a schema whose members are all written alike: one schema or null, and constant strings. A
 * serializer chooses a union's member by validating each value, and its first answer would also compile a validator,
 * for up to 0.2 s.
 */
export function withoutPlainUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPlainUnions)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutPlainUnions(value)]))
  const { anyOf, ...rest } = copy as { anyOf?: Record<string, unknown>[] }
  if (anyOf === undefined) return copy
  const members = anyOf.filter(({ type }) => type !== 'null')
  const areTexts = members.every((member) => member.type === 'string' && 'const' in member)
  if (!areTexts && members.length > 1) return copy
  const isNullable = members.length < anyOf.length
  return { ...rest, ...(areTexts ? { type: 'string' } : members[0]), ...(isNullable && { nullable: true }) }
}
