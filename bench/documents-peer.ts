/**
 * Reads files with a peer, one path per line of standard input, and prints the duration of each, from file to
 * text on disk.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { OfficeParser } from 'officeparser'
import { z } from 'zod'

const [kind = '', peersFolder = ''] = process.argv.slice(2)
const mammothSchema = z.object({
  extractRawText: z.custom<(input: { buffer: Buffer }) => Promise<{ value: string }>>(),
})

const readers: Readonly<Record<string, (bytes: Buffer) => Promise<string>>> = {
  officeparser: async bytes => String((await (await OfficeParser.parseOffice(bytes)).to('text')).value),
  mammoth: async bytes => {
    const mammoth = mammothSchema.parse(createRequire(`${peersFolder}/`)('mammoth'))
    return (await mammoth.extractRawText({ buffer: bytes })).value
  },
}

const read = readers[kind]
if (read === undefined) throw new Error(`Unknown peer "${kind}".`)
process.stdout.write('ready\n')
for await (const path of createInterface(process.stdin)) {
  const startedAt = performance.now()
  const text = await read(await readFile(path))
  await writeFile(`${path}.${kind}.txt`, text)
  process.stdout.write(`${JSON.stringify({ ms: performance.now() - startedAt, chars: text.length })}\n`)
}
