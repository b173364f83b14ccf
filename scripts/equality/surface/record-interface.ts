import type { Contract } from '#lib/contracts/core/contract.ts'
import { servedContracts, webOperations } from '#lib/contracts/api/all-contracts.ts'
import { toReferenceEntry } from '#lib/contracts/reference/reference-entry.ts'
import { toReferenceIndex } from '#lib/contracts/reference/reference-index.ts'
import { bareFlavours, toBareSnippet } from '#lib/snippets/bare-request.ts'
import type { Snippet } from '#lib/snippets/snippet.ts'
import { type Flavour, flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'
import { startGatewayProcess } from '#scripts/equality/calls/gateway-process.ts'
import { send } from '#scripts/equality/calls/send.ts'
import type { Section } from '#scripts/equality/sections.ts'
import { settingsTable } from '#lib/config/settings-table.ts'
import { readAccessTable } from './access-rows.ts'
import { commandLines } from './command-lines.ts'

const operations: readonly Contract[] = [
  ...servedContracts.filter(contract => contract.id !== 'web'),
  ...webOperations,
]

/** All descriptions of the server: API, settings, command line, access, snippets. */
export const recordInterface: Section = async write => {
  write('openapi.json', await servedDescription())
  write('settings.json', settingsTable)
  write('command-line.json', await commandLines())
  write('access.json', await readAccessTable())
  const entries = operations.map(contract => toReferenceEntry(contract))
  write('reference.json', { index: toReferenceIndex(entries), entries })
  write('snippets.json', Object.fromEntries(operations.map(contract => [contract.id, snippetsOf(contract)])))
}

async function servedDescription(): Promise<unknown> {
  await using gateway = await startGatewayProcess({ configuration: '' })
  const { body } = await send(gateway.origin, {
    method: 'GET',
    path: '/openapi.json',
    headers: {},
    body: null,
  })
  return JSON.parse(body.toString())
}

/** Each example in each language, as lines, so that a diff shows the position. */
function snippetsOf(contract: Contract): readonly object[] {
  return toReferenceEntry(contract).examples.flatMap(({ title, path: address, body }) =>
    languagesOf(contract.id, body).map(({ flavour, label }) => {
      const { code, files, ...rest } = snippetOf(contract, address, body, flavour)
      const texts = files.map(file => ({ ...file, content: Buffer.from(file.content).toString('base64') }))
      return { title, label, ...rest, code: code.split('\n'), files: texts }
    }),
  )
}

function languagesOf(id: string, body: string | null) {
  return flavoursOf(id).filter(({ flavour }) => body !== null || isBare(flavour))
}

const baseUrl = 'http://127.0.0.1:3000'

function snippetOf(
  { id, method }: Contract,
  address: string,
  body: string | null,
  flavour: Flavour,
): Snippet {
  if (body !== null) return toSnippet({ contract: id, baseUrl, path: address, body }, { flavour })
  return toBareSnippet({ method, url: baseUrl + address }, isBare(flavour) ? flavour : 'curl')
}

function isBare(flavour: Flavour): flavour is (typeof bareFlavours)[number] {
  return bareFlavours.some(each => each === flavour)
}
