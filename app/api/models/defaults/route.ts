import { chooseDefault } from '#lib/console/model-settings.ts'

export const PATCH = chooseDefault
