import { removeAlias, setAlias } from '#lib/console/providers/model-aliases.ts'

export const PATCH = setAlias
export const DELETE = removeAlias
