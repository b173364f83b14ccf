import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { environment } from '#lib/config.ts'
import { testOptions } from '#lib/documents/__fixtures__/test-options.ts'
import { parseLimits } from '#lib/documents/limits.ts'
import type { ToolAnswer, ToolRequest } from './child-messages.ts'
import { findSandbox, javascriptSandbox, type Sandbox } from './sandbox.ts'
import { createTools } from './tools.ts'
import { startWatchdog } from './watchdog.ts'

vi.setConfig({ testTimeout: 60_000 })

const searchPath = environment['PATH'] ?? ''
const sandbox = await findSandbox(searchPath)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(await realpath(tmpdir()), 'sextant-tools-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

test('a program runs in the sandbox of the parsers', async ({ skip }) => {
  skip(sandbox.isolation !== 'namespaces', 'This system has no namespaces.')
  await installProgram('tesseract', 'cat /proc/self/net/dev /proc/self/status')

  const answer = await runTool({ tool: 'tesseract-languages' }, sandbox)

  expect(answer).toMatchObject({ ok: true, output: expect.stringMatching(/^NSpid:\t\d+\t\d+$/m) })
  expect(answer).toMatchObject({ output: expect.stringMatching(/^CapEff:\t0+$/m) })
  expect(answer).not.toMatchObject({ output: expect.stringMatching(/eth|wlan|ens/) })
})

test('LibreOffice starts with a profile that runs no macros, fetches no links and searches no updates', async () => {
  await installProgram('soffice', 'echo "$@"; cat profile/user/registrymodifications.xcu')

  const answer = await runTool({ tool: 'soffice', file: 'upload', format: 'docx' }, javascriptSandbox)

  const output = 'output' in answer ? answer.output : ''
  expect(output).toContain(`-env:UserInstallation=file://${folder}/profile`)
  for (const [name, value] of [
    ['DisableMacrosExecution', 'true'],
    ['MacroSecurityLevel', '3'],
    ['BlockUntrustedRefererLinks', 'true'],
    ['AutoCheckEnabled', 'false'],
    ['ooInetProxyType', '2'],
  ]) {
    expect(output).toContain(`oor:name="${name}" oor:op="fuse"><value>${value}</value>`)
  }
})

describe.skipIf(!(await isInstalled('soffice')))('LibreOffice itself', () => {
  test.each([
    ['in namespaces', sandbox],
    ['by its profile alone', javascriptSandbox],
  ])('fetches nothing that a document links to, %s', async (_, chosen) => {
    const requested: string[] = []
    const server = createServer((incoming, outgoing) => {
      requested.push(incoming.url ?? '')
      outgoing.end()
    })
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await writeFile(path.join(folder, 'upload'), linkingDocument(`http://127.0.0.1:${port}`))

    const answer = await runTool({ tool: 'soffice', file: 'upload', format: 'docx' }, chosen)
    server.close()

    expect(answer).toMatchObject({ ok: true })
    expect((await readFile(path.join(folder, 'upload.docx'))).subarray(0, 2).toString()).toBe('PK')
    expect(requested).toEqual([])
  })
})

/** Puts a shell script in front of the installed programs. */
async function installProgram(name: string, script: string): Promise<void> {
  await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`)
  await chmod(path.join(folder, name), 0o755)
}

async function runTool(request: ToolRequest, chosen: Sandbox): Promise<ToolAnswer> {
  const tools = createTools({
    searchPath: `${folder}:${searchPath}`,
    locale: 'C.UTF-8',
    sandbox: Promise.resolve(chosen),
  })
  const { signal } = new AbortController()
  const call = { signal, anonymous: false, transcribe: () => Promise.reject(new Error('not a recording')) }
  const programs = { tesseract: true, ffmpeg: true, soffice: true }
  const job = { folder, options: testOptions, limits: parseLimits, programs, engine: 'first' } as const
  const watched = { pid: process.pid, folder, limits: parseLimits, rssBytesMax: Infinity }
  const watchdog = startWatchdog(watched, () => undefined)
  try {
    return await tools(testOptions, call)(request, { job, watchdog, signal })
  } finally {
    watchdog.stop()
  }
}

async function isInstalled(name: string): Promise<boolean> {
  const places = searchPath.split(path.delimiter).map(place => path.join(place, name))
  const found = await Promise.allSettled(places.map(async place => await readFile(place)))
  return found.some(each => each.status === 'fulfilled')
}

/** An OpenDocument text in one file, with an image and a section from a server. */
function linkingDocument(server: string): string {
  const namespaces = ['office', 'text', 'drawing', 'xsl-fo-compatible', 'svg-compatible']
    .map(
      (name, index) =>
        `xmlns:${['office', 'text', 'draw', 'fo', 'svg'][index]}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
    )
    .join(' ')
  return `<?xml version="1.0" encoding="UTF-8"?>
    <office:document ${namespaces} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"
      office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>
      <text:p>before <draw:frame svg:width="2cm" svg:height="2cm" text:anchor-type="as-char"><draw:image
        xlink:href="${server}/image.png" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>
      <text:section text:name="linked"><text:section-source xlink:href="${server}/section.odt"
        xlink:type="simple"/><text:p>old</text:p></text:section>
    </office:text></office:body></office:document>`
}
