import type { Usage } from '#lib/contracts/api/usage.ts'
import { isRecord, readIndex } from '#lib/providers/transport/json.ts'
import { readReportedCost } from '#lib/providers/transport/reported-cost.ts'

/** The token counts and the cost of a chunk or completion, from wherever the server put them; null where there are none. */
export function readUsage(body: Readonly<Record<string, unknown>>): Usage | null {
  const direct = body['usage']
  if (isRecord(direct)) return toUsage(direct)
  const groq = body['x_groq']
  return isRecord(groq) && isRecord(groq['usage']) ? toUsage(groq['usage']) : null
}

function toUsage(raw: Record<string, unknown>): Usage | null {
  const prompt = readIndex(raw['prompt_tokens']) ?? readIndex(raw['input_tokens'])
  const completion = readIndex(raw['completion_tokens']) ?? readIndex(raw['output_tokens'])
  const cost = readReportedCost(raw)
  if (prompt === null && completion === null && cost === null) return null
  const usage: Usage = {
    ...raw,
    prompt_tokens: prompt ?? 0,
    completion_tokens: completion ?? 0,
    total_tokens: readIndex(raw['total_tokens']) ?? (prompt ?? 0) + (completion ?? 0),
  }
  for (const field of details) {
    const numbers = numbersOf(raw[field])
    if (numbers === undefined) delete usage[field]
    else usage[field] = numbers
  }
  if (cost === null) delete usage.cost
  else usage.cost = cost
  return usage
}

const details = ['prompt_tokens_details', 'completion_tokens_details'] as const

// Some servers send null for what they did not count.
function numbersOf(details: unknown): Record<string, number> | undefined {
  if (!isRecord(details)) return undefined
  return Object.fromEntries(
    Object.entries(details).filter((entry): entry is [string, number] => readIndex(entry[1]) !== null),
  )
}
