import { exportAudit } from '#lib/console/settings/audit-export.ts'

export const GET = exportAudit
