import type { z } from 'zod'
import type { PlaygroundContract } from '#lib/contracts/api/capabilities.ts'
import { isRecord } from '#lib/read-json.ts'
import { fieldAt } from './body-field.ts'
import type { Draft } from './draft.ts'

export interface DraftIssue {
  /** Dotted path into the body, e.g. `messages.0.role`; empty for the body itself. */
  readonly path: string
  /** The error code that the API would return. */
  readonly code: string
  readonly message: string
}

type Checker = (body: Readonly<Record<string, unknown>>) => readonly DraftIssue[]

// Loaded on first use: the validator is larger than the page that shows its messages.
const loaders: Readonly<Record<PlaygroundContract, () => Promise<z.ZodType>>> = {
  chat: async () => (await import('#lib/contracts/api/chat.ts')).chatContract.input,
  embeddings: async () => (await import('#lib/contracts/api/embeddings.ts')).embeddingsContract.input,
  rerank: async () => (await import('#lib/contracts/api/rerank.ts')).rerankContract.input,
  map: async () => (await import('#lib/contracts/api/map.ts')).mapContract.input,
  search: async () => (await import('#lib/contracts/api/search/search.ts')).searchContract.input,
  scrape: async () => (await import('#lib/contracts/api/scrape.ts')).scrapeContract.input,
  upload: async () => (await import('#lib/contracts/api/documents/upload-names.ts')).uploadNamesSchema,
}

/**
 * Validates a draft with the contract's own schema.
 * @returns one issue per invalid field of the body, with the API's message; missing fields first, then in
 *   document order, so that the first one is the API's
 */
export async function checkDraft(draft: Draft): Promise<readonly DraftIssue[]> {
  if (!hasPlayground(draft.contract)) return []
  return (await checkerOf(await loaders[draft.contract]()))(draft.body)
}

/** The issues without those of missing fields that the body has by now. */
export function withoutFilled(issues: readonly DraftIssue[], body: Draft['body']): readonly DraftIssue[] {
  const open = issues.filter(
    ({ path, code }) => code !== 'missing_required_parameter' || (fieldAt(body, path) ?? null) === null,
  )
  return open.length === issues.length ? issues : open
}

function hasPlayground(contract: string): contract is PlaygroundContract {
  return Object.hasOwn(loaders, contract)
}

async function checkerOf(schema: z.ZodType): Promise<Checker> {
  const [{ firstIssue }, { describeIssue }] = await Promise.all([
    import('#lib/contracts/core/first-issue.ts'),
    import('#lib/contracts/core/issue-code.ts'),
  ])
  return body => {
    const result = schema.safeParse(body)
    if (result.success) return []
    const order = fieldPaths(body)
    const byField = Map.groupBy(result.error.issues, issue => fieldPath(issue.path, body))
    return [...byField.entries()]
      .toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
      .map(([, issues]) => {
        const issue = firstIssue(issues, body)
        return { path: issue.path.join('.'), ...describeIssue(issue, body, schema) }
      })
  }
}

/** A field of the body, or of an object in it: one message each. */
function fieldPath(path: readonly PropertyKey[], body: Readonly<Record<string, unknown>>): string {
  const depth = isRecord(body[String(path[0])]) ? 2 : 1
  return path.slice(0, depth).map(String).join('.')
}

function fieldPaths(body: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    isRecord(value) ? [name, ...Object.keys(value).map(inner => `${name}.${inner}`)] : [name],
  )
}
