/**
 * `npm run catalog -- FOLDER`: writes lib/prices/catalog.json from `genai_prices/data.py` and
 * `model_prices_and_context_window_backup.json`, unpacked from the wheels below. Neither package is installed or run.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { catalogEntrySchema, printCatalog } from '#lib/prices/catalog-schema.ts'
import { makeEntries } from '#lib/prices/sources/make-entries.ts'

const made = '2026-11-23'
const genaiPrices = {
  name: 'genai-prices',
  version: '0.2.3',
  sha256: '5f4d8e175a91cf23cac17da33a4daa60a6a6c49525109c97e93db220d5197206',
  license: 'MIT',
}
const litellm = {
  name: 'litellm',
  version: '1.109.1',
  sha256: '8f8060d8ce7a40c91b995c74d6a27657543d49e3c1c53430dabd556f244392c6',
  license: 'MIT',
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the two files.')
const home = path.join(path.dirname(import.meta.dirname), 'lib/prices')
const texts = {
  genaiPrices: readPinned('data.py', genaiPrices.sha256),
  litellm: readPinned('model_prices_and_context_window_backup.json', litellm.sha256),
}
const entries = makeEntries(texts, ({ model, kind, text }) =>
  process.stderr.write(`${model}: ${kind} ${text} left out\n`),
).map(entry => catalogEntrySchema.parse(entry))
const text = printCatalog({ made, sources: [genaiPrices, litellm], models: entries })
writeFileSync(path.join(home, 'catalog.json'), text)
const disputed = entries.filter(entry => entry.disputed === true).length
process.stdout.write(`${entries.length} models, ${disputed} disputed, ${text.length} bytes\n`)

function readPinned(file: string, sha256: string): string {
  const bytes = readFileSync(path.join(folder ?? '', file))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256) throw new Error(`${file} has the SHA-256 ${found} instead of ${sha256}.`)
  return bytes.toString()
}
