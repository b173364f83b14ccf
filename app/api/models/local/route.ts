import { listLocalModels } from '#lib/console/providers/models.ts'

export const GET = listLocalModels
