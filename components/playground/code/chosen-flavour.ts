import { type Flavour, flavoursOf } from '#lib/snippets/to-snippet.ts'

const storageKey = 'sextant-flavour'

/** The last language selected in this browser if it supports this contract, otherwise curl. */
export function chosenFlavour(contract: string): Flavour {
  return find(contract, localStorage.getItem(storageKey))
}

export function rememberFlavour(contract: string, value: string): Flavour {
  localStorage.setItem(storageKey, value)
  return find(contract, value)
}

function find(contract: string, value: string | null): Flavour {
  return flavoursOf(contract).find(({ flavour }) => flavour === value)?.flavour ?? 'curl'
}
