import { type Flavour, flavoursOf } from '#lib/snippets/to-snippet.ts'

const flavourKey = 'sextant-flavour'
const errorsKey = 'sextant-snippet-errors'

/** The last language selected in this browser if it supports this contract, otherwise curl. */
export function chosenFlavour(contract: string): Flavour {
  return find(contract, localStorage.getItem(flavourKey))
}

export function rememberFlavour(contract: string, value: string): Flavour {
  localStorage.setItem(flavourKey, value)
  return find(contract, value)
}

/** Whether this browser last chose snippets with error handling; by default they are the call alone. */
export function choseErrorHandling(): boolean {
  return localStorage.getItem(errorsKey) === 'on'
}

export function rememberErrorHandling(on: boolean): boolean {
  localStorage.setItem(errorsKey, on ? 'on' : 'off')
  return on
}

function find(contract: string, value: string | null): Flavour {
  return flavoursOf(contract).find(({ flavour }) => flavour === value)?.flavour ?? 'curl'
}
