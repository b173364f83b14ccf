import { changeProvider, removeProvider } from '#lib/console/providers/providers.ts'

export const PATCH = changeProvider
export const DELETE = removeProvider
