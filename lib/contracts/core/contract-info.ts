import { z } from 'zod'
import type { Contract } from './contract.ts'

/** The subset of JSON Schema that forms read; `$defs` holds the named schemas. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** A contract as plain data, so that pages can pass it to the browser without the validator. */
export interface ContractInfo {
  readonly id: string
  readonly method: Contract['method']
  readonly path: string
  readonly summary: string
  readonly encoding: Contract['encoding']
  readonly streams: boolean
  /** JSON Schema of the request. */
  readonly schema: JsonSchema
  readonly examples: readonly ExampleInfo[]
}

export interface ExampleInfo {
  readonly title: string
  readonly description: string
  readonly body: Readonly<Record<string, unknown>>
}

export function toContractInfo(contract: Contract): ContractInfo {
  const { id, method, path, summary, encoding } = contract
  return {
    id,
    method,
    path,
    summary,
    encoding,
    streams: contract.event !== undefined,
    schema: toPlainSchema(contract.input, 'input'),
    examples: contract.examples.map(({ title, description, input }) => ({
      title,
      description,
      body: z.record(z.string(), z.unknown()).parse(input),
    })),
  }
}

/** zod attaches functions to its result, and only plain data can be serialized to the browser. */
export function toPlainSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
}
