import { type Flavour, flavourFor } from '#lib/snippets/to-snippet.ts'

const flavourKey = 'sextant-flavour'
const errorsKey = 'sextant-snippet-errors'

/** The last language selected in this browser, otherwise curl. */
export function chosenFlavour(contract: string): Flavour {
  return flavourFor(contract, localStorage.getItem(flavourKey))
}

export function rememberFlavour(contract: string, value: string): Flavour {
  localStorage.setItem(flavourKey, value)
  return flavourFor(contract, value)
}

/** Whether this browser last chose snippets with error handling; by default they are the call alone. */
export function choseErrorHandling(): boolean {
  return localStorage.getItem(errorsKey) === 'on'
}

export function rememberErrorHandling(on: boolean): boolean {
  localStorage.setItem(errorsKey, on ? 'on' : 'off')
  return on
}
