import type { CatalogEntry } from '#lib/prices/catalog-schema.ts'
import { readJsonRecord } from '#lib/read-json.ts'
import { mergeEntries } from './merge-entries.ts'
import { readGenaiPrices, type SourceProblem } from './read-genai-prices.ts'
import { readLitellm } from './read-litellm.ts'

/** The texts of the two price files. */
export interface SourceTexts {
  /** The module `genai_prices/data.py`. */
  readonly genaiPrices: string
  /** `model_prices_and_context_window.json`. */
  readonly litellm: string
}

/**
 * Prices that both sources have wrong or lack. Each entry replaces that of the same ID; a comment gives the day on which
 * its `source` was read.
 */
const corrections: readonly CatalogEntry[] = []

/** The models that vendors recommend instead of those that they shut down, by ID: neither source says it. */
const replacements: Readonly<Record<string, string>> = {
  // OpenAI's deprecations, 2026-11-22
  'openai/whisper-1': 'gpt-transcribe',
  'openai/gpt-4o-transcribe': 'gpt-transcribe',
  'openai/gpt-4o-mini-transcribe': 'gpt-transcribe',
  'openai/gpt-4o-mini-transcribe-2025-03-20': 'gpt-transcribe',
  'openai/gpt-4o-mini-transcribe-2025-12-15': 'gpt-transcribe',
}

/**
 * The entries of the catalog from the files of two projects, which are neither installed nor run. They are not checked.
 * @param warn gets what is left out
 * @throws Error for a file in another format
 */
export function makeEntries(
  { genaiPrices, litellm }: SourceTexts,
  warn: (problem: SourceProblem) => void,
): CatalogEntry[] {
  const second = readJsonRecord(litellm)
  if (second === null) throw new Error('The file of litellm is not a JSON object.')
  const merged = mergeEntries(readGenaiPrices(genaiPrices, warn), readLitellm(second))
  const corrected = new Set(corrections.map(({ id }) => id))
  return [...merged.filter(({ id }) => !corrected.has(id)), ...corrections].map(withReplacement)
}

function withReplacement(entry: CatalogEntry): CatalogEntry {
  const replacement = replacements[entry.id]
  return replacement === undefined ? entry : { ...entry, replacement }
}
