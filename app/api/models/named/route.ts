import { nameModel, unnameModel } from '#lib/console/model-settings.ts'

export const POST = nameModel
export const DELETE = unnameModel
