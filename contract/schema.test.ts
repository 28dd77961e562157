import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from './schema.ts'

type Builder = typeof Type

describe('Type', () => {
  it('builds the same schemas as TypeBox', () => {
    const schemas: ((type: Builder) => object)[] = [
      (type) => type.Array(type.String(), { maxItems: 3 }),
      (type) => type.Boolean({ default: false }),
      (type) => type.Integer({ minimum: 1 }),
      (type) => type.Literal('audiobook', { title: 'Audiobook' }),
      (type) => type.Literal(3),
      (type) => type.Literal(true),
      (type) => type.Null(),
      (type) => type.Number(),
      (type) => type.Object({}),
      (type) => type.Object({ only: type.Optional(type.String()) }),
      (type) => type.Object({ a: type.String(), b: type.Optional(type.Null()), c: type.Integer() }, { title: 'Both' }),
      (type) => type.Record(type.String(), type.Number(), { description: 'Of each' }),
      (type) => type.String({ format: 'date-time', description: 'When' }),
      (type) => type.Union([type.Literal('a'), type.Null()], { default: null }),
    ]

    for (const make of schemas) assert.equal(JSON.stringify(make(Type)), JSON.stringify(make(TypeBox)))
  })

  it('does not change the schema that it makes optional', () => {
    const name = Type.String()

    const schema = Type.Object({ first: name, last: Type.Optional(name) })

    assert.deepEqual(schema.required, ['first'])
  })

  it('keeps an optional property optional in an object made from the properties of another', () => {
    const person = Type.Object({ name: Type.String(), email: Type.Optional(Type.String()) })

    const member = Type.Object({ ...person.properties, id: Type.String() })

    assert.deepEqual(member.required, ['name', 'id'])
  })
})
