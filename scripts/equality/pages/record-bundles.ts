import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { environment } from '#lib/config.ts'
import { buildIfStale } from '#lib/supervisor/console-build.ts'
import type { Section } from '#scripts/equality/sections.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** How much the browser loads; file names hold hashes, so sizes alone are compared. */
export const recordBundles: Section = async write => {
  await buildIfStale({
    root,
    environment,
    signal: AbortSignal.timeout(900_000),
    say: sentence => void process.stdout.write(`${sentence}\n`),
  })
  const files = globSync('.next/static/**/*.{js,css}', { cwd: root })
  const sizes = files.map(file => {
    const bytes = readFileSync(path.join(root, file))
    return { kind: path.extname(file), bytes: bytes.length, gzip: gzipSync(bytes).length }
  })
  const sumOf = (kind: string) => {
    const own = sizes.filter(size => size.kind === kind)
    return {
      files: own.length,
      kilobytes: toKilobytes(own.reduce((sum, { bytes }) => sum + bytes, 0)),
      gzipKilobytes: toKilobytes(own.reduce((sum, { gzip }) => sum + gzip, 0)),
    }
  }
  write('bundles.json', { js: sumOf('.js'), css: sumOf('.css') })
}

function toKilobytes(bytes: number): number {
  return Math.round(bytes / 1024)
}
