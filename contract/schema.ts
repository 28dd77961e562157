import type { TSchema, Type as TypeBox } from 'typebox'

type Builder = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
>
type Options = Record<string, unknown>

/** Marks an optional property on its own schema; JSON Schema lists the required ones on the object. */
const OPTIONAL = '~optional'

/**
 * Builds JSON Schemas like TypeBox, with its types: loading its hundreds of modules to build these few objects took
 * longer than the rest of a start.
 */
export const Type = {
  Array: (items: TSchema, options?: Options) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...options }),
  Integer: (options?: Options) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Null: () => ({ type: 'null' }),
  Number: (options?: Options) => ({ type: 'number', ...options }),
  Object: (properties: Record<string, TSchema>, options?: Options) => {
    const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] as TSchema)))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Optional: (schema: TSchema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  Record: (_: TSchema, value: TSchema, options?: Options) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: (options?: Options) => ({ type: 'string', ...options }),
  Union: (anyOf: TSchema[], options?: Options) => ({ anyOf, ...options }),
} as unknown as Builder
