import { SearchFault } from './search-fault.ts'

/** @throws SearchFault that says what came instead */
export function readJson(text: string): unknown {
  const start = text.trimStart().slice(0, 1)
  if (start === '') throw new SearchFault('error', 'it sent an empty answer')
  if (start === '<') throw new SearchFault('error', 'it sent a page instead of JSON')
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new SearchFault('error', 'it sent something that is no JSON')
  }
}
