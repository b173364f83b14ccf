import { z } from 'zod'
import { toPlainSchema } from '#lib/contracts/core/contract-info.ts'
import type { Contract } from '#lib/contracts/core/contract.ts'
import { type Failure, failuresOf } from '#lib/contracts/core/failures.ts'
import { type ReferenceShape, toReferenceShapes } from './reference-fields.ts'

/** A request that can be printed as a snippet. */
export interface ReferenceExample {
  readonly title: string
  readonly description: string
  /** With its parameters filled in. */
  readonly path: string
  /** JSON of its fields, a file as its name, type and size; null: no body. */
  readonly body: string | null
}

/** One operation as the reference shows it: plain data. */
export interface ReferenceEntry extends Pick<Contract, 'id' | 'method' | 'path' | 'summary' | 'scope'> {
  readonly keyOptional: boolean
  /** Where its parameters are sent. */
  readonly carriedBy: 'JSON body' | 'form' | 'query' | 'path'
  readonly parameters: readonly ReferenceShape[]
  readonly answer: readonly ReferenceShape[]
  readonly textTypes: readonly string[]
  /** Null: no streaming. */
  readonly events: readonly ReferenceShape[] | null
  readonly failures: readonly Failure[]
  /** JSON of an error. */
  readonly failureExample: string
  readonly examples: readonly ReferenceExample[]
}

export function toReferenceEntry(contract: Contract): ReferenceEntry {
  const { id, method, path, summary, scope } = contract
  return {
    id,
    method,
    path,
    summary,
    scope,
    keyOptional: contract.keyOptional === true,
    carriedBy: carrierOf(contract),
    parameters: toReferenceShapes(toPlainSchema(contract.input, 'input')),
    answer: toReferenceShapes(toPlainSchema(contract.output, 'output')),
    textTypes: contract.textTypes ?? [],
    events: contract.event === undefined ? null : toReferenceShapes(toPlainSchema(contract.event, 'output')),
    failures: failuresOf(contract),
    failureExample: JSON.stringify(failureOf(contract), null, 2),
    examples: contract.examples.map(({ title, description, input }) => ({
      title,
      description,
      ...toRequest(contract, z.record(z.string(), z.unknown()).parse(input)),
    })),
  }
}

function carrierOf({ encoding, path }: Contract): ReferenceEntry['carriedBy'] {
  if (encoding === 'json') return 'JSON body'
  if (encoding === 'multipart') return 'form'
  return path.includes('{') ? 'path' : 'query'
}

function toRequest(
  { encoding, path }: Contract,
  input: Readonly<Record<string, unknown>>,
): Pick<ReferenceExample, 'path' | 'body'> {
  if (encoding !== 'none') return { path, body: JSON.stringify(input, (_, value) => fileToJson(value)) }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURI(String(input[name])))
  const asked = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`))
  const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()
  return { path: query === '' ? filled : `${filled}?${query}`, body: null }
}

function fileToJson(value: unknown): unknown {
  return value instanceof File ? { name: value.name, type: value.type, size: value.size } : value
}

const message = 'What happened, the limit and the next step.'

function failureOf(contract: Contract): object {
  const param = contract.encoding === 'json' ? 'the.field.at.fault' : null
  const error = { message, type: 'invalid_request_error', param, code: 'invalid_value' }
  return contract.failure?.print({ ...error, status: 400, reason: null }) ?? { error }
}
