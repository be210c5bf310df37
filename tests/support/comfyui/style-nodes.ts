import type { InputSpec, NodeClasses } from './node-class.ts';

const share = (value: number): InputSpec => ['FLOAT', { default: value, min: 0, max: 1, step: 0.001 }];

/** Nodes of ComfyUI_IPAdapter_plus, an extension that a server may have: a reference picture for SDXL. */
export const styleNodes: NodeClasses = {
  IPAdapterUnifiedLoader: {
    category: 'ipadapter',
    module: 'custom_nodes.ComfyUI_IPAdapter_plus',
    required: {
      model: ['MODEL'],
      preset: [
        [
          ...['LIGHT - SD1.5 only (low strength)', 'STANDARD (medium strength)', 'VIT-G (medium strength)'],
          ...['PLUS (high strength)', 'PLUS FACE (portraits)', 'FULL FACE - SD1.5 only (portraits stronger)'],
        ],
      ],
    },
    optional: { ipadapter: ['IPADAPTER'] },
    output: ['MODEL', 'IPADAPTER'],
    work: (call) => ({ values: [call.value('model')!, { type: 'IPADAPTER' }] }),
  },
  IPAdapter: {
    category: 'ipadapter',
    module: 'custom_nodes.ComfyUI_IPAdapter_plus',
    required: {
      model: ['MODEL'],
      ipadapter: ['IPADAPTER'],
      image: ['IMAGE'],
      weight: ['FLOAT', { default: 1, min: -1, max: 3, step: 0.05 }],
      start_at: share(0),
      end_at: share(1),
      weight_type: [['standard', 'prompt is more important', 'style transfer']],
    },
    optional: { attn_mask: ['MASK'] },
    output: ['MODEL'],
    work: (call) => ({ values: [call.value('model')!] }),
  },
};
