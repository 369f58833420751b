package keras

// The parts of tf.keras around its layers: initializers, activations, regularizers, constraints, the registry of
// classes, losses, metrics, the backend, the utilities and the layers that prepare data.

func init() {
	inKeras("_keras_initializers", "initializers", "Constant GlorotNormal GlorotUniform HeNormal HeUniform Identity "+
		"Initializer LecunNormal LecunUniform Ones Orthogonal RandomNormal RandomUniform TruncatedNormal "+
		"VarianceScaling Zeros constant=Constant glorot_normal=GlorotNormal glorot_uniform=GlorotUniform "+
		"he_normal=HeNormal he_uniform=HeUniform identity=Identity lecun_normal=LecunNormal "+
		"lecun_uniform=LecunUniform ones=Ones orthogonal=Orthogonal random_normal=RandomNormal "+
		"random_uniform=RandomUniform truncated_normal=TruncatedNormal variance_scaling=VarianceScaling zeros=Zeros "+
		"deserialize get serialize")
	inKeras("_keras_regularizers", "regularizers", "L1 L1L2 L2 OrthogonalRegularizer Regularizer l1=L1 l1_l2 l2=L2 "+
		"orthogonal_regularizer=OrthogonalRegularizer deserialize get serialize")
	inKeras("_keras_constraints", "constraints", "Constraint MaxNorm MinMaxNorm NonNeg RadialConstraint UnitNorm "+
		"max_norm min_max_norm non_neg radial_constraint unit_norm deserialize get serialize")
	inKeras("_keras_activations", "activations", "deserialize elu exponential gelu get hard_sigmoid linear mish relu "+
		"selu serialize sigmoid softmax softplus softsign swish tanh")
	for _, part := range []string{"saving", "utils"} {
		inKeras("_keras_registration", part, "custom_object_scope get_custom_objects get_registered_name "+
			"get_registered_object register_keras_serializable")
		inKeras("_keras_saving", part, "deserialize_keras_object serialize_keras_object")
	}
	inKeras("_keras_registration", "utils", "CustomObjectScope")
	inKeras("_keras_saving", "utils.legacy", "deserialize_keras_object=legacy_deserialize "+
		"serialize_keras_object=legacy_serialize")
}

func init() {
	const losses = "binary_crossentropy binary_focal_crossentropy categorical_crossentropy categorical_focal_crossentropy " +
		"hinge poisson sparse_categorical_crossentropy squared_hinge log_cosh logcosh KLD kld kl_divergence " +
		"kullback_leibler_divergence MAE mae mean_absolute_error MAPE mape mean_absolute_percentage_error MSE mse " +
		"mean_squared_error MSLE msle mean_squared_logarithmic_error"
	inKeras("_keras_loss_functions", "losses", losses+" categorical_hinge cosine_similarity huber")
	inKeras("_keras_loss_functions", "metrics", losses)
	inKeras("_keras_losses", "losses", "BinaryCrossentropy BinaryFocalCrossentropy CategoricalCrossentropy "+
		"CategoricalFocalCrossentropy CategoricalHinge CosineSimilarity Hinge Huber KLDivergence LogCosh Loss "+
		"MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredError MeanSquaredLogarithmicError Poisson "+
		"SparseCategoricalCrossentropy SquaredHinge deserialize get serialize")
	inKeras("_keras_reduction", "losses", "Reduction=ReductionV2")
	inKeras("_keras_metric", "metrics", "Mean MeanMetricWrapper MeanTensor Metric Sum")
	inKeras("_keras_metric_functions", "metrics", "binary_accuracy categorical_accuracy sparse_categorical_accuracy "+
		"sparse_top_k_categorical_accuracy top_k_categorical_accuracy")
	inKeras("_keras_accuracy", "metrics", "Accuracy BinaryAccuracy CategoricalAccuracy SparseCategoricalAccuracy "+
		"SparseTopKCategoricalAccuracy TopKCategoricalAccuracy")
	inKeras("_keras_hinge_metrics", "metrics", "CategoricalHinge Hinge SquaredHinge")
	inKeras("_keras_probabilistic", "metrics", "BinaryCrossentropy CategoricalCrossentropy KLDivergence Poisson "+
		"SparseCategoricalCrossentropy")
	inKeras("_keras_regression", "metrics", "CosineSimilarity LogCoshError MeanAbsoluteError "+
		"MeanAbsolutePercentageError MeanRelativeError MeanSquaredError MeanSquaredLogarithmicError R2Score "+
		"RootMeanSquaredError")
	inKeras("_keras_confusion", "metrics", "FalseNegatives FalsePositives Precision PrecisionAtRecall Recall "+
		"RecallAtPrecision SensitivityAtSpecificity SpecificityAtSensitivity TrueNegatives TruePositives")
	inKeras("_keras_auc", "metrics", "AUC")
	inKeras("_keras_fscore", "metrics", "F1Score FBetaScore")
	inKeras("_keras_iou", "metrics", "BinaryIoU IoU MeanIoU OneHotIoU OneHotMeanIoU")
	inKeras("_keras_metrics", "metrics", "deserialize get serialize")
	inKeras("_keras_metrics", "metrics.experimental", "PyMetric")
}

func init() {
	inKeras("_keras_config", "backend", "epsilon floatx get_uid image_data_format reset_uids set_epsilon set_floatx "+
		"set_image_data_format")
	inKeras("_keras_ctc", "backend", "ctc_batch_cost ctc_decode ctc_label_dense_to_sparse")
	inKeras("_keras_backend_values", "backend", "binary_crossentropy binary_focal_crossentropy cast_to_floatx "+
		"categorical_crossentropy categorical_focal_crossentropy clip elu hard_sigmoid mean relu sigmoid softmax "+
		"sparse_categorical_crossentropy")
	inKeras("_keras_backend", "backend", "abs all any argmax argmin backend batch_dot batch_get_value "+
		"batch_set_value cast clear_session constant cos count_params cumprod cumsum dot dtype equal eval exp eye gather "+
		"get_value greater greater_equal in_top_k int_shape is_keras_tensor is_sparse l2_normalize learning_phase "+
		"learning_phase_scope less less_equal log manual_variable_initialization max maximum min minimum "+
		"moving_average_update name_scope ndim not_equal ones ones_like placeholder pow print_tensor prod "+
		"random_normal_variable random_uniform_variable round set_learning_phase set_value shape sign sin softplus "+
		"softsign sqrt square std sum tanh to_dense transpose update update_add update_sub var variable zeros zeros_like")
	inKeras("_keras_backend_shapes", "backend", "arange batch_flatten batch_normalization bias_add concatenate "+
		"conv1d conv2d conv2d_transpose conv3d depthwise_conv2d dropout expand_dims flatten foldl foldr function "+
		"gradients in_test_phase in_train_phase local_conv1d local_conv2d map_fn normalize_batch_in_training one_hot "+
		"permute_dimensions pool2d pool3d random_bernoulli random_binomial random_normal random_uniform repeat "+
		"repeat_elements reshape resize_images resize_volumes reverse separable_conv2d spatial_2d_padding "+
		"spatial_3d_padding squeeze stack stop_gradient switch temporal_padding tile truncated_normal")
	inKeras("_keras_backend_shapes", "backend.experimental", "disable_tf_random_generator "+
		"enable_tf_random_generator is_tf_random_generator_enabled")
	inKeras("_keras_rnn", "backend", "rnn")
	inKeras("_keras_utils", "utils", "Progbar Sequence disable_interactive_logging enable_interactive_logging "+
		"get_file is_interactive_logging_enabled normalize pack_x_y_sample_weight set_random_seed to_categorical "+
		"to_ordinal unpack_x_y_sample_weight warmstart_embedding_matrix")
	inKeras("_keras_sequences", "utils", "pad_sequences")
	inKeras("_keras_sequences", "preprocessing.sequence", "TimeseriesGenerator make_sampling_table pad_sequences "+
		"skipgrams")
	inKeras("_keras_texts", "preprocessing.text", "Tokenizer hashing_trick one_hot text_to_word_sequence "+
		"tokenizer_from_json")
}

func init() {
	for _, part := range []string{"layers", "layers.experimental.preprocessing"} {
		inKeras("_keras_numbers", part, "CategoryEncoding Discretization Normalization Rescaling")
		inKeras("_keras_hashing", part, "HashedCrossing Hashing")
		inKeras("_keras_lookup", part, "IntegerLookup StringLookup")
		inKeras("_keras_vectorization", part, "TextVectorization")
	}
	inKeras("_keras_adapting", "layers.experimental.preprocessing", "PreprocessingLayer")
}

func init() {
	for _, part := range []string{"utils", "preprocessing"} {
		inKeras("_keras_feeding", part, "text_dataset_from_directory timeseries_dataset_from_array")
		inKeras("_keras_folders", part, "image_dataset_from_directory")
	}
	inKeras("_keras_feeding", "utils", "split_dataset")
	inKeras("_keras_drawing", "utils", "model_to_dot plot_model")
	inKeras("_keras_folders", "utils", "audio_dataset_from_directory")
}

// Pictures: the layers that change them, and their files.
func init() {
	const pictures = "CenterCrop RandomContrast RandomCrop RandomFlip RandomHeight RandomRotation RandomTranslation " +
		"RandomWidth RandomZoom Resizing"
	inKeras("_keras_pictures", "layers", pictures+" RandomBrightness")
	inKeras("_keras_pictures", "layers.experimental.preprocessing", pictures)
	const files = "array_to_img img_to_array load_img save_img"
	inKeras("_keras_images", "utils", files)
	inKeras("_keras_images", "preprocessing.image", files+" smart_resize")
	inKeras("_keras_affine", "preprocessing.image", "apply_affine_transform apply_channel_shift random_channel_shift "+
		"random_rotation random_shear random_shift random_zoom")
	inKeras("_keras_generator", "preprocessing.image", "ImageDataGenerator apply_brightness_shift random_brightness")
	inKeras("_keras_picture_batches", "preprocessing.image", "DirectoryIterator Iterator NumpyArrayIterator")
}

func init() {
	for _, name := range []string{"boston_housing", "cifar10", "cifar100", "fashion_mnist", "imdb", "mnist", "reuters"} {
		inKeras("_keras_datasets", "datasets."+name, "load_data="+name)
	}
	inKeras("_keras_datasets", "datasets.imdb", "get_word_index=imdb_words")
	inKeras("_keras_datasets", "datasets.reuters", "get_word_index=reuters_words get_label_names=reuters_labels")
}
