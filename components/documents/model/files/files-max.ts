/** Files that one press reads: more are not listed either, wherever they come from. */
export const filesMax = 200
