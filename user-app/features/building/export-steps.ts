import type { ExportProgram } from '#shared/domain/foreign-buildings';

interface Export {
  /** Form to save, in a few words. */
  form: string;
  steps: readonly string[];
}

/** Steps of each program to a model that can be read here. */
export const exportSteps: Readonly<Record<ExportProgram, Export>> = {
  SketchUp: {
    form: 'GLB（2024 版起），或 OBJ 压缩成 ZIP',
    steps: [
      '删掉不画的家具、人物和植物组件，用“窗口 › 模型信息 › 统计 › 清除未使用项”减小文件。',
      '“文件 › 导出 › 三维模型”，类型选 glTF 二进制文件（.glb）。',
      '旧版没有 GLB：类型选 OBJ，选项里勾“导出纹理贴图”，单位选米；再把 OBJ、MTL 和贴图文件夹一起压缩成 ZIP。',
    ],
  },
  Revit: {
    form: 'IFC',
    steps: [
      '打开要导出的三维视图，隐藏不画的链接和场地。',
      '“文件 › 导出 › IFC”，设置选 IFC4 参考视图或 IFC 2x3 协调视图 2.0。',
      '勾“仅导出视图中可见的图元”，保存成 .ifc 后上传。',
    ],
  },
  Rhino: {
    form: 'GLB（7 版起），或 OBJ 压缩成 ZIP',
    steps: [
      '选中要画的物件，关掉辅助线图层。',
      '“文件 › 导出选取的物件”，类型选 glTF Binary（.glb）；曲面会自动转成网格。',
      '旧版：类型选 OBJ，勾“输出材质定义”，再把 OBJ、MTL 和贴图一起压缩成 ZIP。',
    ],
  },
  Archicad: {
    form: 'IFC',
    steps: [
      '打开三维窗口，只显示要画的楼层和元素。',
      '“文件 › 另存为”，类型选 IFC，转换器选 IFC4 或 IFC 2x3 的通用转换器。',
      '范围选“三维窗口中的可见元素”，保存成 .ifc 后上传。',
    ],
  },
  '3ds Max': {
    form: 'GLB（2023 版起），或 OBJ 压缩成 ZIP',
    steps: [
      '选中要画的物体，把 VRay、Corona 代理转成网格，材质尽量用标准或物理材质。',
      '“文件 › 导出 › 导出选定对象”，类型选 glTF，格式选 GLB。',
      '旧版：类型选 OBJ，勾“导出材质”和“创建材质库”，再把 OBJ、MTL 和贴图一起压缩成 ZIP。',
    ],
  },
  Blender: {
    form: 'GLB',
    steps: [
      '“文件 › 导出 › glTF 2.0”，格式选 glTF 二进制（.glb）。',
      '勾“应用修改器”；只画一部分时先选中，再勾“仅限选中的物体”。',
    ],
  },
};
