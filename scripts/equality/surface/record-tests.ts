import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { environment } from '#lib/config.ts'
import type { Section } from '#scripts/equality/sections.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const vitestList = z.array(z.object({ name: z.string() }))
const suite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string() })).default([]),
  get suites() {
    return z.array(suite).default([])
  },
})

/** The guarantees: the names of all tests, without their files. */
export const recordTests: Section = async write => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-equality-'))
  for (const project of ['unit', 'models']) {
    const file = path.join(folder, `${project}.json`)
    runNode(['node_modules/vitest/vitest.mjs', 'list', '--project', project, `--json=${file}`])
    const names = vitestList.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ name }) => name)
    write(`${project}.txt`, toLines(names))
  }
  const file = path.join(folder, 'browser.json')
  runNode(['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const report = z.object({ suites: z.array(suite) }).parse(JSON.parse(readFileSync(file, 'utf8')))
  write('browser.txt', toLines(report.suites.flatMap(each => namesOf(each, true))))
  rmSync(folder, { recursive: true, force: true })
}

/** @param isFile whether the title is that of a file, which is not part of the name */
function namesOf({ title, specs, suites }: z.output<typeof suite>, isFile: boolean): string[] {
  const names = [...specs.map(spec => spec.title), ...suites.flatMap(inner => namesOf(inner, false))]
  return isFile ? names : names.map(name => `${title} > ${name}`)
}

function toLines(names: readonly string[]): string {
  return `${names.toSorted().join('\n')}\n`
}

function runNode(words: readonly string[], variables: Readonly<Record<string, string>> = {}): void {
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    env: { ...environment, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 300_000,
  })
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr.toString()}`)
}
