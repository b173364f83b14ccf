import { chooseDefault } from '#lib/console/providers/model-settings.ts'

export const PATCH = chooseDefault
