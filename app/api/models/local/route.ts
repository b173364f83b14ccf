import { listLocalModels } from '#lib/console/models.ts'

export const GET = listLocalModels
