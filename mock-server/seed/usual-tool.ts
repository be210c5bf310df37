/** The tool of prepared tasks that name none: it needs one picture and nothing else. */
export const usualTool = 'upScaleImg';
