package keras

import (
	"strings"

	"github.com/tfs-lang/tfs/tf/table"
)

// tf.keras is Keras 2 in the library: one module of it for each area, loaded when a name of the area is first
// used. The modules call public functions and kernels; nothing of them is read at the start.

func init() {
	inKeras("_keras_layer", "layers", "Layer InputSpec")
	inKeras("_keras_tensor", "layers", "Input InputLayer")
	inKeras("_keras_tensor", "", "Input")
	inKeras("_keras_core", "layers", "Activation Dense EinsumDense Embedding Identity Lambda Masking")
	inKeras("_keras_reshaping", "layers", "Cropping1D Cropping2D Cropping3D Flatten Permute RepeatVector Reshape "+
		"UpSampling1D UpSampling2D UpSampling3D ZeroPadding1D ZeroPadding2D ZeroPadding3D")
	inKeras("_keras_conv", "layers", "Conv1D Conv2D Conv3D Conv1DTranspose Conv2DTranspose Conv3DTranspose "+
		"DepthwiseConv1D DepthwiseConv2D SeparableConv1D SeparableConv2D "+
		"Convolution1D=Conv1D Convolution2D=Conv2D Convolution3D=Conv3D Convolution1DTranspose=Conv1DTranspose "+
		"Convolution2DTranspose=Conv2DTranspose Convolution3DTranspose=Conv3DTranspose "+
		"SeparableConvolution1D=SeparableConv1D SeparableConvolution2D=SeparableConv2D")
	inKeras("_keras_local", "layers", "LocallyConnected1D LocallyConnected2D")
	inKeras(
		"_keras_pooling",
		"layers",
		"AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D=AveragePooling1D "+
			"AvgPool2D=AveragePooling2D AvgPool3D=AveragePooling3D MaxPooling1D MaxPooling2D MaxPooling3D "+
			"MaxPool1D=MaxPooling1D MaxPool2D=MaxPooling2D MaxPool3D=MaxPooling3D GlobalAveragePooling1D "+
			"GlobalAveragePooling2D GlobalAveragePooling3D GlobalAvgPool1D=GlobalAveragePooling1D "+
			"GlobalAvgPool2D=GlobalAveragePooling2D GlobalAvgPool3D=GlobalAveragePooling3D GlobalMaxPooling1D "+
			"GlobalMaxPooling2D GlobalMaxPooling3D GlobalMaxPool1D=GlobalMaxPooling1D GlobalMaxPool2D=GlobalMaxPooling2D "+
			"GlobalMaxPool3D=GlobalMaxPooling3D",
	)
	inKeras("_keras_merge", "layers", "Add Average Concatenate Dot Maximum Minimum Multiply Subtract add average "+
		"concatenate dot maximum minimum multiply subtract")
	inKeras("_keras_norm", "layers", "BatchNormalization GroupNormalization LayerNormalization UnitNormalization")
	inKeras("_keras_spectral", "layers", "SpectralNormalization")
	inKeras("_keras_norm", "layers.experimental", "SyncBatchNormalization")
	inKeras("_keras_core", "layers.experimental", "EinsumDense")
	inKeras("_keras_attention", "layers", "AdditiveAttention Attention MultiHeadAttention")
	inKeras("_keras_advanced", "layers", "ELU LeakyReLU PReLU ReLU Softmax ThresholdedReLU")
	inKeras("_keras_noise", "layers", "ActivityRegularization AlphaDropout Dropout GaussianDropout GaussianNoise "+
		"SpatialDropout1D SpatialDropout2D SpatialDropout3D")
	inKeras("_keras_rnn", "layers", "AbstractRNNCell RNN StackedRNNCells")
	inKeras("_keras_rnn_layers", "layers", "GRU GRUCell LSTM LSTMCell SimpleRNN SimpleRNNCell")
	inKeras("_keras_conv_lstm", "layers", "ConvLSTM1D ConvLSTM2D ConvLSTM3D")
	inKeras("_keras_wrappers", "layers", "TimeDistributed Wrapper")
	inKeras("_keras_bidirectional", "layers", "Bidirectional")
	inKeras("_keras_model", "", "Model")
	inKeras("_keras_model", "models", "Model")
	inKeras("_keras_sequential", "", "Sequential")
	inKeras("_keras_sequential", "models", "Sequential")
	inKeras("_keras_cloning", "models", "clone_model model_from_config model_from_json")
	inKeras("_keras_saved", "models", "load_model save_model")
	inKeras("_keras_saved", "saving", "load_model save_model")
	inKeras("_keras_export", "export", "ExportArchive")
	inKeras(
		"_keras_optimizers",
		"optimizers",
		"Adadelta Adagrad Adam AdamW Adamax Ftrl Lion Nadam Optimizer RMSprop SGD "+
			"deserialize get serialize",
	)
	inKeras("_keras_optimizers", "optimizers.experimental", "Adadelta Adagrad Adam AdamW Adamax Ftrl Nadam Optimizer "+
		"RMSprop SGD")
	inKeras("_keras_adafactor", "optimizers", "Adafactor")
	inKeras("_keras_adafactor", "optimizers.experimental", "Adafactor")
	inKeras("_keras_backup", "callbacks", "BackupAndRestore")
	inKeras("_keras_tensorboard", "callbacks", "TensorBoard")
	inKeras("_keras_enqueuers", "utils", "GeneratorEnqueuer OrderedEnqueuer SequenceEnqueuer")
	inKeras("_keras_features", "utils", "FeatureSpace")
	inKeras("_keras_legacy", "optimizers.legacy", "Adadelta Adagrad Adam Adamax Ftrl Nadam Optimizer RMSprop SGD")
	inKeras("_keras_schedules", "optimizers.schedules", "CosineDecay CosineDecayRestarts ExponentialDecay "+
		"InverseTimeDecay LearningRateSchedule PiecewiseConstantDecay PolynomialDecay deserialize serialize")
	inKeras("_keras_callbacks", "callbacks", "Callback CallbackList BaseLogger CSVLogger EarlyStopping History "+
		"LambdaCallback LearningRateScheduler ModelCheckpoint ProgbarLogger ReduceLROnPlateau TerminateOnNaN")
	inKeras("_keras_progbar", "utils", "Progbar")
	inKeras("_keras_policy", "mixed_precision", "Policy global_policy set_global_policy")
	inKeras("_keras_loss_scale", "mixed_precision", "LossScaleOptimizer=BaseLossScaleOptimizer")
	table.AlsoInLibrary("tf.keras.layers.deserialize", "_keras_cloning:deserialize_layer")
	table.AlsoInLibrary("tf.keras.layers.serialize", "_keras_cloning:serialize_layer")
	table.AlsoInLibrary("tf.keras.__internal__.KerasTensor", "_keras_tensor:KerasTensor")
	table.Constants["tf.keras.__version__"] = "2.21.0"
}

// inKeras declares names of a part of tf.keras ("" is tf.keras itself) that a module of the library defines;
// other=name declares another name of one.
func inKeras(module, part, names string) {
	prefix := "tf.keras."
	if part != "" {
		prefix += part + "."
	}
	for _, n := range strings.Fields(names) {
		public, own, ok := strings.Cut(n, "=")
		if !ok {
			own = public
		}
		table.AlsoInLibrary(prefix+public, module+":"+own)
	}
}
