import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { servedContracts, webOperations } from '#lib/contracts/api/all-contracts.ts'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { libraryBatchContract } from '#lib/contracts/api/library-manage.ts'
import { libraryListContract } from '#lib/contracts/api/library.ts'
import { modelContract } from '#lib/contracts/api/models.ts'
import { toReferenceEntry } from './reference-entry.ts'
import type { ReferenceField, ReferenceShape } from './reference-fields.ts'
import { uploadContract } from '#lib/contracts/api/documents/upload.ts'

describe.each([...servedContracts, ...webOperations])('the entry of $id', contract => {
  const entry = toReferenceEntry(contract)

  test('can be serialized to the browser', () => {
    expect(structuredClone(entry)).toEqual(entry)
  })

  test('names every parameter, at any depth', () => {
    expect(namesOf(entry.parameters)).toEqual(keysOf(contract.input))
  })

  test('names every field of the response and of the events', () => {
    expect(namesOf(entry.answer)).toEqual(keysOf(contract.output))
    expect(namesOf(entry.events ?? [])).toEqual(contract.event ? keysOf(contract.event) : new Set())
  })

  test('gives the type of every field', () => {
    for (const field of flat([...entry.parameters, ...entry.answer])) expect(field.type).not.toBe('')
  })
})

test('a field has its type, limits and default as text', () => {
  const fields = flat(toReferenceEntry(chatContract).parameters)

  expect(fields.find(({ path }) => path === 'temperature')).toMatchObject({
    type: 'number',
    required: false,
    usual: '1',
    bounds: ['0 to 2'],
    description: 'Higher values make the output more random.',
  })
  expect(fields.find(({ path }) => path === 'messages')).toMatchObject({ required: true })
  expect(fields.find(({ path }) => path === 'seed')).toMatchObject({ type: 'integer', bounds: [] })
  expect(fields.find(({ path }) => path === 'stop')).toMatchObject({
    type: 'string or array of string',
    bounds: ['at most 4 entries'],
  })
})

test('body variants are labeled by their fixed fields', () => {
  const { parameters } = toReferenceEntry(libraryBatchContract)

  expect(parameters.map(({ label }) => label)).toEqual([
    'action: "delete"',
    'action: "move"',
    'action: "retry"',
  ])
})

test('an example becomes a request: files by name, parameters in the URL', () => {
  const [list] = toReferenceEntry(libraryListContract).examples
  const [one] = toReferenceEntry(modelContract).examples
  const [upload] = toReferenceEntry(uploadContract).examples

  expect(list).toMatchObject({ path: '/v1/library?limit=50', body: null })
  expect(one).toMatchObject({ path: '/v1/models/local/bge-small-en-v1.5', body: null })
  expect(JSON.parse(upload?.body ?? '')).toMatchObject({ file: { name: 'museum.md' } })
})

function flat(shapes: readonly ReferenceShape[]): readonly ReferenceField[] {
  return shapes.flatMap(({ fields }) => fields.flatMap(field => [field, ...flat(field.shapes)]))
}

function namesOf(shapes: readonly ReferenceShape[]): ReadonlySet<string> {
  return new Set(flat(shapes).map(({ name }) => name))
}

/** Keys of all objects in a schema, read from zod itself. */
function keysOf(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): ReadonlySet<string> {
  if (seen.has(schema)) return new Set()
  seen.add(schema)
  const own = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return new Set([...own, ...innerOf(schema).flatMap(inner => [...keysOf(inner, seen)])])
}

function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape)
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodUnion) return schema.options
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return [schema.unwrap()]
  if (schema instanceof z.ZodPipe) return [schema.in]
  if (schema instanceof z.ZodRecord) return [schema.valueType]
  if (schema instanceof z.ZodLazy) return [schema.unwrap()]
  return []
}
