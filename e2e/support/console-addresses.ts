import { globSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(path.dirname(import.meta.dirname))
const id = 'nothing-has-this-id'

/** Every console page, read from its folder; ids in paths do not exist. */
export function pageAddresses(): readonly string[] {
  return globSync('app/**/page.tsx', { cwd: root }).map(toAddress).toSorted(byText)
}

/** Every route handler of the console. */
export function routeAddresses(): readonly string[] {
  return globSync('app/api/**/route.ts', { cwd: root }).map(toAddress).toSorted(byText)
}

function toAddress(file: string): string {
  const folders = path.dirname(file).split(path.sep).slice(1)
  const parts = folders.filter(folder => !/^\(.*\)$/.test(folder))
  return `/${parts.map(part => (part.startsWith('[') ? id : part)).join('/')}`
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}
