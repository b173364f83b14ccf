import { pullModel } from '#lib/console/models.ts'

export const POST = pullModel
export const DELETE = pullModel
