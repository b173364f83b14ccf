/** Maximum number of files in a batch, wherever they come from. */
export const filesMax = 200
