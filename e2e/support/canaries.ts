import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.dirname(path.dirname(import.meta.dirname))

/** Unique secrets by type: any occurrence is a leak. */
export function makeCanaries() {
  const word = () => crypto.randomUUID().replaceAll('-', '')
  return {
    'the password of a user': `canary-password-${word()}`,
    'the secret that signs sessions': `canary-auth-${word()}${word()}`,
    'the key that encrypts provider keys': Buffer.from(word()).toString('base64'),
    'the first API key': `canary-initial-${word()}`,
    'a provider key of the configuration': `sk-canaryfile${word()}`,
    'a provider key of the console': `sk-canaryconsole${word()}`,
    'a search key of the environment': `canary-brave-${word()}`,
    'a bearer token in an upstream response': `canarybearer${word()}`,
    'a password in a URL in an upstream response': `canaryuserinfo${word()}`,
    'a key in a URL in an upstream response': `canaryquery${word()}`,
    'a key in a logged body': `sk-canarybody${word()}`,
    'a Google key in a logged body': `AIzaCanary${word()}`,
  }
}

/** Names of the secrets found in a text, plain or in base64. */
export function findCanaries(text: string, canaries: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(canaries)
    .filter(([, secret]) => text.includes(secret) || text.includes(Buffer.from(secret).toString('base64url')))
    .map(([name]) => name)
}

/** Every file below a folder as one text, byte for byte. */
export function readFolder(folder: string): string {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

/** The files of the built console that browsers load. */
export function readBundle(): string {
  return readFolder(path.join(root, '.next/static'))
}
